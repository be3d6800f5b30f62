/**
 * The condition: ask `a` is hidden from the friend of its person's connection `c`. An ask that hiding has ended for a friend stays
 * ended, until a further choice, or a call that is shown again: these are a new ask to the friend (renew-ask.ts). What was closed
 * stays as it was at its closing, whatever is hidden later.
 */
export const IS_HIDDEN = `
  case when a.hidden_from is not null then c.other = any(a.hidden_from)
    else c.hides_mood or coalesce(c.ask_ended_at > greatest(a.called_at, c.ask_shown_at), false) end`;

/** Those from whom ask `a` is hidden, to be kept when it is closed. */
export const HIDDEN_FROM = `array(select c.other from connections c where c.owner = a.uid and ${IS_HIDDEN})`;
