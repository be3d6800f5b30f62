export { answerAsk } from './answer-ask.ts';
export { answerByText } from './answer-by-text.ts';
export { ASK_OF_CHOICE, closeOverdue } from './ask-of-choice.ts';
export { countWaitingAsks } from './friends-asks.ts';
export { getReach } from './get-reach.ts';
export { ownFriends } from './own/own-friends.ts';
export { findPromises, publishAsk, publishWithoutPromises } from './publish-ask.ts';
export { sweepAsks } from './sweep-asks.ts';
export { publishWithdrawn, type Withdrawn, withdrawFrom } from './withdraw-from.ts';
