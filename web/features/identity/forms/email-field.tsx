import { Field } from '#web/ui/forms/field.tsx';

export function EmailField({
  autoComplete,
  email,
}: {
  autoComplete: 'username' | 'email';
  email?: string | undefined;
}) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={email}
    />
  );
}
