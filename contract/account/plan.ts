/** A person's own plan for bad days. The browser imports the types only. */
import { z } from 'zod';
import { storableText, uidList } from '../inputs.ts';
import { PLAN_WORDS_MAX_LENGTH } from '../sizes.ts';
import { milliseconds } from '../views.ts';
import { PLAN_PARTS } from './plan-parts.ts';

const partName = z.enum(PLAN_PARTS);
const friends = uidList({ max: 1_500 });

const planPartSchema = z
  .object({
    part: partName,
    words: z.string().nullable().describe('null when they cannot be read, because the installation has another secret'),
    contacts: z.array(z.uuid()).describe('friends whom the person would ask'),
    readers: z.array(z.uuid()).describe('friends who may read the words while the person asks for support'),
    changedAt: milliseconds.nullable().describe("by the server's clock; null before it is stored"),
  })
  .meta({ id: 'PlanPart' });

export const planSchema = z
  .object({ parts: z.array(planPartSchema).describe('those that have something, in their order') })
  .meta({ id: 'Plan' });

/** A whole part. Without words and contacts it is removed. People who are no friends are left out. */
export const changePlanPartSchema = z.object({
  part: partName,
  words: storableText(PLAN_WORDS_MAX_LENGTH),
  contacts: friends.default([]),
  readers: friends.default([]),
  basedOn: milliseconds.nullable().default(null).describe('`changedAt` of what the person has seen; null for none'),
});

/** What a friend may read. */
export const friendPlanSchema = z
  .object({ parts: z.array(planPartSchema.pick({ part: true }).extend({ words: z.string() })) })
  .meta({ id: 'FriendPlan' });

export type Plan = z.infer<typeof planSchema>;
export type PlanPart = z.infer<typeof planPartSchema>;
export type ChangePlanPart = z.infer<typeof changePlanPartSchema>;
export type FriendPlan = z.infer<typeof friendPlanSchema>;
