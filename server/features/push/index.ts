export { closeAnswerPushes, LOOK_AT_ANSWERS_AGAIN, PUSH_ANSWER } from './answers/push-answer.ts';
export { listPushDevices } from './devices/devices.ts';
export { sendTestPush } from './devices/send-test-push.ts';
export { markSeen } from './mark-seen.ts';
export { OLD_DEVICES, OLD_PUSHES } from './old-rows.ts';
export type { PushReason } from './outbox/make-pushes.ts';
export { createPush, type Push } from './push.ts';
