import { useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { useApp } from '#web/app-context.tsx';
import { NOBODY } from '#web/features/moods/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { useInstallation } from '#web/use-installation.ts';
import { answerWords, dayAndTime } from '../ask-words.ts';
import { useNow } from '../use-now.ts';
import { barLink, smallButton } from './bar-classes.ts';
import { BetterPart } from './better-part.tsx';
import { Foldable, type OpenInChat } from './foldable.tsx';
import { HeldPart } from './held-part.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { NudgePart } from './nudge-part.tsx';
import { newestAnswer, type OwnState, ownState } from './own-state.ts';
import { ReportPart } from './report-part.tsx';
import { UndonePart } from './undone-part.tsx';
import { type ShownUndone, useUndo } from './use-undo.ts';

interface OwnBarProps {
  me: string;
  ask: OwnAsk | null;
  undone: ShownUndone | null;
  onUndone: (undone: ShownUndone) => void;
  onUndoneRead: () => void;
  /** The person has read that the ask has expired. */
  onRead: () => void;
}

/** A person's own ask, above the footer of every screen. It takes a third of the screen at most, and folds to one line. In a chat it begins folded. */
export function OwnBar({ me, ask, undone, onUndone, onUndoneRead, onRead }: OwnBarProps) {
  // Above the parts: these change while the sheet is open. Another ask has another sheet.
  const [sheetOf, setSheetOf] = useState<string | null>(null);
  // In a chat it begins folded, for the messages' sake. Opened, it stays so when it says something else.
  const [isOpen, setOpen] = useState(false);
  const inChat = { isOpen, setOpen };
  const { undo, isUndoing, refusal } = useUndo(me, ask, onUndone);
  // Known before an undo: its words must not speak of texts where none can be sent.
  const sendsTexts = useInstallation()?.sendsTexts;
  const isLive = ask !== null && ask.closed === null;
  return (
    <>
      <FormError>{refusal}</FormError>
      {undone && (
        <UndonePart
          undone={undone}
          hasAsk={ask !== null}
          sendsTexts={sendsTexts}
          onTold={() => onUndone({ ...undone, isTold: true })}
          onClose={onUndoneRead}
        />
      )}
      {ask && (
        <div className={undone ? 'mt-3 border-line border-t pt-3' : 'contents'}>
          <AskPart {...{ me, ask, onRead, isUndoing, inChat }} onSay={() => setSheetOf(ask.id)} onUndo={undo} />
        </div>
      )}
      {isLive && sheetOf === ask.id && (
        <HelpSheet
          ask={ask}
          onClose={() => {
            setSheetOf(null);
            // The button that opened it may have gone with the hold.
            if (document.activeElement === document.body) focusScreen();
          }}
          onUndo={() => {
            setSheetOf(null);
            void undo();
          }}
        />
      )}
    </>
  );
}

interface AskPartProps {
  me: string;
  ask: OwnAsk;
  onRead: () => void;
  onSay: () => void;
  onUndo: () => void;
  isUndoing: boolean;
  inChat: OpenInChat;
}

function AskPart({ me, ask, onRead, onSay, onUndo, isUndoing, inChat }: AskPartProps) {
  const { appUserMood } = useApp();
  const now = useNow(1_000);
  const state = ownState(ask, appUserMood, now);
  if (state === 'held') return <HeldPart {...{ ask, now, onSay, onUndo, isUndoing, inChat }} />;
  if (state === 'expired')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-[min(10rem,100%)] grow basis-0">
          <strong>Your ask ended after three days.</strong> Your mood stays as it is. You can ask again at any time.
        </p>
        <a href="/help" className={barLink}>
          Helplines
        </a>
        <Button
          variant="quiet"
          className={smallButton}
          onClick={() => {
            focusScreen();
            onRead();
          }}
        >
          OK
        </Button>
      </div>
    );
  return (
    <Foldable key={`${ask.id} ${state}`} headline={headlineOf(ask, state, now)} inChat={inChat}>
      {state === 'better' && <BetterPart ask={ask} />}
      {state === 'nudge' && <NudgePart ask={ask} />}
      {(state === 'open' || state === 'quiet' || state === 'long quiet') && (
        <ReportPart me={me} ask={ask} state={state} now={now} onSay={onSay} />
      )}
    </Foldable>
  );
}

/** What the bar says when it is folded to one line. */
function headlineOf(ask: OwnAsk, state: OwnState, now: number): string {
  const { asked } = ask.report;
  if (state === 'nudge') return `${ask.level} since ${dayAndTime(ask.calledAt, now)}. Still feeling this way?`;
  if (state === 'better') return asked > 0 ? 'Good to hear. Tell the friends you asked?' : 'Good to hear.';
  if (asked === 0) return NOBODY;
  if (state === 'quiet') return 'No answer yet.';
  if (state === 'long quiet') return 'You don’t have to wait alone.';
  const newest = newestAnswer(ask);
  return newest ? answerWords(newest, ask.worseAt, now) : 'Your friends know.';
}
