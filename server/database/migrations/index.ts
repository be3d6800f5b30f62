import type { Migration } from 'kysely/migration';
import * as people from './0001-people.ts';
import * as circleAndMoods from './0002-circle-and-moods.ts';
import * as chat from './0003-chat.ts';
import * as texts from './0004-texts.ts';

/** Every migration by its name; they run in the names' order, each once. */
export const migrations: Record<string, Migration> = {
  '0001-people': people,
  '0002-circle-and-moods': circleAndMoods,
  '0003-chat': chat,
  '0004-texts': texts,
};
