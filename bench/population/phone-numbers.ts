import type { Random } from './random.ts';

export interface PhoneNumber {
  /** As typed; '' for somebody who has none. */
  typed: string;
  /** Null where what was typed cannot be read. */
  e164: string | null;
}

interface Country {
  code: string;
  /** How numbers are typed at home and abroad; '#' stands for a digit. `+` is written before what has the code. */
  spellings: readonly string[];
}

/**
 * Numbers of these countries, of the right length, but with beginnings that nobody there can have: a text to somebody of
 * a population never reaches anybody.
 */
const COUNTRIES: readonly Country[] = [
  ...Array<Country>(4).fill({
    code: '1',
    spellings: ['(AAA) 0##-####', 'AAA-0##-####', 'AAA 0## ####', 'AAA0######', '+1 AAA 0## ####', '+1AAA0######'],
  }),
  { code: '91', spellings: ['+91 50### #####', '+9150########'] },
  { code: '44', spellings: ['+44 6### ######', '+446#########', '+44 (6###) ###-###'] },
  { code: '49', spellings: ['+49 10# #######', '+49 10#/#######'] },
  { code: '55', spellings: ['+55 20 #####-####', '+5520#########'] },
  { code: '234', spellings: ['+234 6## ### ####', '+2346#########'] },
  { code: '52', spellings: ['+52 10 #### ####', '+5210########'] },
  { code: '86', spellings: ['+86 12# #### ####'] },
  { code: '48', spellings: ['+48 30# ### ###'] },
];
const AREA_CODES = ['212', '310', '415', '617', '312', '206', '305', '404', '512', '702', '503', '303'];
const UNREADABLE = ['### ###', '0171/1######', 'home: 55###'];

/** Nine people in ten have one; one in a hundred typed something that only a person can read. */
export function drawPhoneNumber(random: Random): PhoneNumber {
  const kind = random.below(100);
  if (kind < 10) return { typed: '', e164: null };
  if (kind < 11) return { typed: filled(random, random.pick(UNREADABLE)), e164: null };
  const { code, spellings } = random.pick(COUNTRIES);
  const typed = filled(random, random.pick(spellings));
  const digits = typed.replace(/\D/g, '');
  return { typed, e164: typed.startsWith('+') ? `+${digits}` : `+${code}${digits}` };
}

function filled(random: Random, spelling: string): string {
  return spelling.replace('AAA', random.pick(AREA_CODES)).replace(/#/g, () => String(random.below(10)));
}
