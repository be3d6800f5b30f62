/** What a chat needs a moment after its messages are shown. A chunk of its own keeps the first load small. */
export { ChatStrip, ReadyAnswers } from '#web/features/asks/index.ts';
export { CheckInStrip } from '#web/features/check-in/index.ts';
export { linkedText } from './actions/links/linked-text.tsx';
export { MessageActions } from './actions/message-actions.tsx';
export { QuotedLine, ReplyLine } from './actions/quotes.tsx';
export { Reactions } from './actions/reactions.tsx';
export { addToDraft } from './composer/change-draft.ts';
export { keepInSight } from './composer/keep-in-sight.ts';
export { TypeAnywhere } from './composer/type-anywhere.ts';
export { MessageMark } from './messages/message-mark.tsx';
export { NewestButton } from './messages/newest-button.tsx';
export { sendPhotos } from './photos/choosing/chosen-photos.ts';
export { PhotoPicker } from './photos/choosing/photo-picker.tsx';
export { MessagePhotos } from './photos/message-photos.tsx';
export { Typing } from './typing/typing.tsx';
