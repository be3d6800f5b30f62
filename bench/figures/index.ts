import type { Figure } from '#bench/report/figure.ts';
import { asks } from './asks.ts';
import { chat } from './chat.ts';
import { chatSearch } from './chat-search.ts';
import { circle } from './circle.ts';
import { cpu } from './cpu.ts';
import { dark } from './dark.ts';
import { disk } from './disk.ts';
import { frame } from './frame.ts';
import { idle } from './idle.ts';
import { javascript } from './javascript.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { nodes } from './nodes.ts';
import { opening } from './opening.ts';
import { push } from './push.ts';
import { reconnect } from './reconnect.ts';
import { reset } from './reset.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { texts } from './texts.ts';

/** All figures, in the design's order. */
export const FIGURES: readonly Figure[] = [
  chat,
  cpu,
  frame,
  disk,
  idle,
  memory,
  dark,
  push,
  asks,
  texts,
  search,
  chatSearch,
  circle,
  nodes,
  javascript,
  opening,
  lists,
  start,
  reconnect,
  reset,
];
