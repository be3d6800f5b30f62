import { Link } from '#web/ui/link.tsx';

export function LoginLink() {
  return (
    <p className="mt-4 text-center">
      <Link to="/login" className="inline-block py-2.5 font-semibold text-accent underline underline-offset-4">
        Back to log in
      </Link>
    </p>
  );
}
