/** A call of the provider: the library hands one such context through all of its hooks. */
interface Call {
  context: object;
}

const generations = new WeakMap<object, string>();

/** The generation of the account that a call is about, as it was before a password was looked at. */
export const credentialVersionOfCall = {
  get: ({ context }: Call): string | undefined => generations.get(context),
  set({ context }: Call, generation: string | undefined): void {
    if (generation) generations.set(context, generation);
  },
};
