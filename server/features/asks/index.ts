export { answerAsk } from './answer-ask.ts';
export { answerByText } from './answer-by-text.ts';
export { ASK_OF_CHOICE, closeOverdue } from './ask-of-choice.ts';
export { createOpenOnTime } from './open-on-time.ts';
export { askAllInstead } from './own/chosen-gone.ts';
export { ownFriends } from './own/own-friends.ts';
export { findPromises, publishAsk, publishAskTo, publishWithoutPromises } from './publish-ask.ts';
export { endAskFor, renewAsk } from './renew-ask.ts';
export { sweepAsks } from './sweep-asks.ts';
