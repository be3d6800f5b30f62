/** SQL: a time as milliseconds since 1970. @param time an expression of timestamptz */
export const inMs = (time: string) => `trunc(1000 * extract(epoch from ${time}))::float8`;
