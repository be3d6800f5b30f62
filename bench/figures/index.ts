import type { Figure } from '../figure.ts';
import { chat } from './chat.ts';
import { idle } from './idle.ts';

import { javascript } from './javascript.ts';
import { opening } from './opening.ts';
import { start } from './start.ts';

/** Every figure, in the design's order. */
export const FIGURES: readonly Figure[] = [chat, idle, javascript, opening, start];
