import { LineIcon } from '#web/ui/line-icon.tsx';

const MAGNIFIER = 'M21 21l-5-5M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z';

/** Gets the focus back when the search is closed. */
export const SEARCH_BUTTON_ID = 'search-chat';

interface SearchButtonProps {
  isSearching: boolean;
  onClick: () => void;
}

/** The magnifier in a chat's header. */
export function SearchButton({ isSearching, onClick }: SearchButtonProps) {
  return (
    <button
      id={SEARCH_BUTTON_ID}
      type="button"
      aria-label="Search this chat"
      aria-expanded={isSearching}
      onClick={onClick}
      className="flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-raised"
    >
      <LineIcon path={MAGNIFIER} className="size-6" />
    </button>
  );
}
