import type { Figure } from '../figure.ts';
import { chat } from './chat.ts';
import { dark } from './dark.ts';
import { idle } from './idle.ts';
import { nodes } from './nodes.ts';

/** Every figure, in the design's order. */
export const FIGURES: readonly Figure[] = [chat, idle, dark, nodes];
