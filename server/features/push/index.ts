export { listPushDevices } from './devices/devices.ts';
export { sendTestPush } from './devices/send-test-push.ts';
export type { PushReason } from './outbox/make-pushes.ts';
export { createPush, OLD_DEVICES, OLD_PUSHES, type Push } from './push.ts';
export { closeAnswerPushes, LOOK_AT_ANSWERS_AGAIN, PUSH_ANSWER } from './push-answer.ts';
