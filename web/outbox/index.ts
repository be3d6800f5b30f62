export { clearDatabase, inDatabase } from './database.ts';
export { keepOnlyOf } from './keep-only-of.ts';
export { type Outbox, type OutboxItem, type Outcome, outboxOf } from './outbox.ts';
