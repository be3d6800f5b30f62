/** @param from the first name of the sender; null for one's own @param place of it in its message, from 0 */
export function photoName(from: string | null, place = 0, count = 1): string {
  const which = count > 1 ? `Photo ${place + 1} of ${count}` : 'Photo';
  return `${which} from ${from ?? 'you'}`;
}
