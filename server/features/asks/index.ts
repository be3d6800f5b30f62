export { answerAsk } from './answer-ask.ts';
export { answerByCall, answerByText } from './answer-by-phone.ts';
export { askJobs, OLD_ASKS, WITHDRAWN } from './ask-jobs.ts';
export { ASK_OF_CHOICE, closeOverdue } from './ask-of-choice.ts';
export { getReach } from './get-reach.ts';
export { ownFriends } from './own/change-ask.ts';
export { endPromises, findPromises, publishAsk, publishWithoutPromises } from './publish-ask.ts';
export { changeAsksOfSuspended } from './suspended-friend.ts';
export { publishWithdrawn, type Withdrawn, withdrawFrom } from './withdraw-from.ts';
