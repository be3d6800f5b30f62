import { type ReactNode, useId, useState } from 'react';
import { useLocation } from '#web/router.tsx';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { barLink } from './bar-classes.ts';

const UP = 'M6 15l6-6 6 6';
const DOWN = 'M6 9l6 6 6-6';

/** Whether the bar is open in chats. It belongs to the bar: what it says changes, and has elements of its own. */
export interface OpenInChat {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

interface FoldableProps {
  headline: string;
  /** The name of the button that unfolds it. */
  label?: string;
  /** A button that is there when it is folded, too. The headline is then shown whole. */
  action?: ReactNode;
  inChat: OpenInChat;
  /** With a link to the helplines: they are one tap away in every state. */
  children: ReactNode;
}

/** What the bar says, below one line. It is open at first, but not in a chat. */
export function Foldable({ headline, label = 'What your friends know', action, inChat, children }: FoldableProps) {
  const isInChat = useLocation().pathname.startsWith('/chat/');
  const [isOpenElsewhere, setOpenElsewhere] = useState(true);
  const isFolded = !(isInChat ? inChat.isOpen : isOpenElsewhere);
  const setOpen = isInChat ? inChat.setOpen : setOpenElsewhere;
  const id = useId();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1">
        <p
          className={`wrap-anywhere grow basis-0 font-semibold ${action ? 'min-w-[min(5.5rem,100%)]' : 'min-w-[min(6rem,100%)]'} ${isFolded ? (action ? 'text-sm leading-tight' : 'line-clamp-2 leading-tight') : ''}`}
        >
          {headline}
        </p>
        {isFolded && (
          <a href="/help" className={`${barLink} px-1!`}>
            Helplines
          </a>
        )}
        {action}
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          aria-label={label}
          className="-mr-2.5 ml-auto inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-raised"
          onClick={() => setOpen(isFolded)}
        >
          <LineIcon path={isFolded ? UP : DOWN} />
        </button>
      </div>
      <div id={id} hidden={isFolded}>
        {children}
      </div>
    </>
  );
}
