import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes pictures that are pasted, and files that are dropped, anywhere on the page: otherwise the browser would leave the chat to open
 * dropped files. Returns whether files are being dragged over the page.
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // A copied table has a picture beside its text: then the text is meant.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      take(files);
    };
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer!.files]);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    window.addEventListener('paste', onPaste, { signal });
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    return () => stopping.abort();
  }, []);

  return isOver;
}
