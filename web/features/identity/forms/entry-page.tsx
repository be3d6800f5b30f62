import type { ReactNode } from 'react';
import { Logo } from '#web/ui/logo.tsx';
import { focusHeading, focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { LanguageChoice } from '../language/language-choice.tsx';

interface EntryPageProps {
  heading: string;
  note: string;
  intro?: ReactNode;
  isNextStep?: boolean;
  children?: ReactNode;
}

export function EntryPage({ heading, note, intro, isNextStep = false, children }: EntryPageProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 pt-6 pb-10 md:pt-10">
      <Logo className="mx-auto size-16" />
      <h1
        ref={isNextStep ? focusNextStep : focusHeading}
        tabIndex={-1}
        className="mt-4 text-center font-semibold text-3xl leading-tight"
      >
        {heading}
      </h1>
      <p className="mt-2 text-balance text-center text-ink-soft text-lg">{note}</p>
      {intro}
      {children && <div className="mt-6 rounded-3xl bg-surface p-6 shadow-soft md:p-8">{children}</div>}
      <LanguageChoice className="mt-6 text-center" />
    </div>
  );
}
