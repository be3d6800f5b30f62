import * as t from '#language';
import { AskCards, AsksAbove, asksQuery } from '#web/features/asks/index.ts';
import { People } from '#web/features/people/index.ts';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';

/** /cares: the chats (spec §2). */
export default function ChatsScreen() {
  return <ListBesideChat title={t.myChats} List={Chats} aside={<AskCards />} />;
}
ChatsScreen.firstQuery = asksQuery;

export function Chats({ open }: { open?: string }) {
  const chats = <People list="chats" open={open} />;
  return open ? chats : <AsksAbove>{chats}</AsksAbove>;
}
