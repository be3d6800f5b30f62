import { AskCards } from '#web/features/asks/index.ts';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { Chats } from './chats-list.tsx';

export { Chats };

/** /cares: the chats (spec §2). */
export default function ChatsScreen() {
  return (
    <>
      <DocumentTitle title="Chats" />
      <ListBesideChat title="My Chats" List={Chats} aside={<AskCards />} />
    </>
  );
}
