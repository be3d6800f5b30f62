import { Link } from '#web/ui/link.tsx';

/** The way to a new password, below every form that asks for the old one. */
export function ForgotLink() {
  return (
    <p className="mt-4 text-center">
      <Link
        to="/forgot-password"
        className="inline-block py-2.5 font-semibold text-accent underline underline-offset-4"
      >
        Forgot your password?
      </Link>
    </p>
  );
}
