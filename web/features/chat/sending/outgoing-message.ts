/** A message on its way: written here, and not yet known to be stored. */
export interface OutgoingMessage {
  /** Made here; sending it again under this id stores it once. */
  id: string;
  receiver: string;
  content: string;
  /** When it was written, by this browser's clock; gives the order. */
  at: number;
  /** The tab that it was written in. */
  tab: string;
}
