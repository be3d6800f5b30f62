import { LineIcon } from '#web/ui/line-icon.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { ChatsLayout } from './chats-layout.tsx';

const BUBBLES =
  'M14 9a2 2 0 0 1-2 2H6l-4 4V4a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2zM18 9h2a2 2 0 0 1 2 2v11l-4-4h-6a2 2 0 0 1-2-2v-1';

/** /cares: the chats (spec §2). */
export default function ChatsScreen() {
  return (
    <>
      <DocumentTitle title="Chats" />
      <ChatsLayout open={null}>
        <p className="m-auto flex flex-col items-center gap-4 p-8 text-center text-ink-soft text-lg">
          <LineIcon path={BUBBLES} className="size-11" />
          Choose a chat to read and write here.
        </p>
      </ChatsLayout>
    </>
  );
}
