/** The parts of a plan in their order: the six steps of the safety plan of Stanley and Brown (2012). */
export const PLAN_PARTS = ['signs', 'alone', 'away', 'friends', 'calls', 'safer'] as const;

export type PlanPartName = (typeof PLAN_PARTS)[number];
