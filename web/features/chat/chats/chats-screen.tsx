import { AskSlot } from '#web/features/asks/index.ts';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { ChatsList as Chats } from './chats-list.tsx';

export { Chats };

/** /cares: the chats (spec §2). */
export default function ChatsScreen() {
  return (
    <ListBesideChat
      title="My Chats"
      list={
        <>
          <DocumentTitle title="Chats" />
          <AskSlot />
          <Chats />
        </>
      }
    />
  );
}
