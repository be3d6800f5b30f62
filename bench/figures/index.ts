import type { Figure } from '#bench/report/figure.ts';
import { chat } from './chat.ts';
import { circle } from './circle.ts';
import { dark } from './dark.ts';
import { idle } from './idle.ts';
import { javascript } from './javascript.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { nodes } from './nodes.ts';
import { opening } from './opening.ts';
import { push } from './push.ts';
import { search } from './search.ts';
import { texts } from './texts.ts';

/** All figures by their names on the command line, in the design's order. */
export const FIGURES: Record<string, Figure> = {
  chat,
  idle,
  memory,
  dark,
  push,
  texts,
  search,
  circle,
  nodes,
  javascript,
  opening,
  lists,
};
