import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { applyEvent, fetchAgain } from '#web/live/index.ts';
import { copyText } from '#web/text/copy-text.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { withDeleted, withReactionTo } from '../conversation/live-changes.ts';

/** What a person does with one message of the conversation with `other`. `onDone` follows when it has succeeded. */
export function useActions(me: string, other: string, message: string, onDone: () => void) {
  const { error, isPending, submit } = useSubmit();
  const path = `/api/messages/${message}`;
  const change = (apply: (known: Conversation) => Conversation) =>
    applyEvent<Conversation>(conversationKey(other), apply);
  const run = (work: () => Promise<unknown>) => submit(() => work().then(onDone));

  return {
    error,
    isPending,
    /** @param emoji null takes the reaction back */
    react: (emoji: string | null) =>
      run(async () => {
        await call('PUT', `${path}/reaction`, { emoji });
        change((known) => withReactionTo(known, message, me, emoji));
      }),
    remove: (whom: 'me' | 'both') =>
      run(async () => {
        await call('POST', `${path}/delete`, { for: whom });
        change((known) => withDeleted(known, message, whom));
        void fetchAgain(['connections', me]);
      }),
    copy: (text: string) =>
      run(async () => {
        if (!(await copyText(text))) throw new Error(t.cannotCopy);
      }),
  };
}
