import { type ReactNode, useId, useState } from 'react';
import { call } from '#web/calls/http.ts';
import { useResource } from '#web/calls/use-resource.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

interface OwnListProps<Item> {
  path: string;
  label: string;
  /** Names an item in the path that removes it. */
  idOf: (item: Item) => string;
  goneWords: (item: Item) => string;
  none?: string;
  /** The item's row. */
  children: (item: Item, remove: () => void) => ReactNode;
}

/** A list of things that belong to the person. Each row has a button that removes its thing. */
export function OwnList<Item>({ path, label, idOf, goneWords, none, children }: OwnListProps<Item>) {
  const { data: items, error, run, refetch } = useResource<Item[]>(path);
  const [gone, setGone] = useState<Item | null>(null);
  const remove = (item: Item) =>
    run(async () => {
      await call('DELETE', `${path}/${idOf(item)}`);
      await refetch();
      setGone(item);
    });
  return (
    <>
      <FormError>{error}</FormError>
      {!items && !error && <Skeleton className="h-16 not-last:mb-4" />}
      {items?.length === 0 && none && <p>{none}</p>}
      {items && items.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line not-last:mb-4">
          {items.map((item) => children(item, () => void remove(item)))}
        </ul>
      )}
      {/* The row's button is gone, and had the focus. */}
      {gone && (
        <p key={idOf(gone)} ref={focusNextStep} tabIndex={-1} className="wrap-anywhere text-ink-soft not-last:mb-4">
          {goneWords(gone)}
        </p>
      )}
    </>
  );
}

interface OwnRowProps {
  name: string;
  note?: string;
  /** The words of its button; null for none. It is described by the name, or has a label that names it. */
  button: string | null;
  label?: string;
  onClick: () => void;
  children?: ReactNode;
}

export function OwnRow({ name, note, button, label, onClick, children }: OwnRowProps) {
  const nameId = useId();
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={nameId} className="wrap-anywhere font-medium">
            {name}
          </p>
          {note && <p className="text-ink-soft">{note}</p>}
        </div>
        {button && (
          <Button variant="quiet" aria-label={label} aria-describedby={label ? undefined : nameId} onClick={onClick}>
            {button}
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}
