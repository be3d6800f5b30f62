import { type FormEvent, useState } from 'react';
import { searchQuery } from '#contract/chat/search-query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';

interface SearchFormProps {
  initial: string;
  /** Gets the text to search for, or '' to remove the results. */
  onSearch: (query: string) => void;
}

/** The search field and its button. A text that becomes too short removes the results at once. */
export function SearchForm({ initial, onSearch }: SearchFormProps) {
  const [text, setText] = useState(initial);
  const [isTooShort, setTooShort] = useState(false);

  function change(changed: string) {
    setText(changed);
    setTooShort(false);
    if (searchQuery(changed) === null) onSearch('');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = searchQuery(text);
    setTooShort(query === null);
    onSearch(query ?? '');
  }

  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          className="min-w-[min(14rem,100%)] grow"
          label="Who would you like in your circle?"
          placeholder="Search by first or last name."
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <Button type="submit" className="grow sm:grow-0">
          Search
        </Button>
      </form>
      <p role="status" className="mt-2 min-h-6 px-1 text-ink-soft">
        {isTooShort && 'Three letters or more, please.'}
      </p>
    </search>
  );
}
