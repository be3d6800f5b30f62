import type { ComponentProps } from 'react';
import * as t from '#language';
import { Field } from './field.tsx';

/** Six digits from a text. Phones offer them above the keyboard. */
export function CodeField(props: Pick<ComponentProps<'input'>, 'ref'>) {
  return (
    <Field
      {...props}
      label={t.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
