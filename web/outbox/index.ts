export { clearDatabase, inDatabase, keepOnlyOf } from './database.ts';
export { type Outbox, type OutboxItem, type Outcome, outboxOf } from './outbox.ts';
