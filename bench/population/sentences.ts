const BEGINNINGS = [
  '',
  'Hey, ',
  'Honestly: ',
  'Oh no. ',
  'Good morning! ',
  'Sorry for the late answer, ',
  '💛 ',
  'Ja, ',
  'Oye, ',
];
const MIDDLES = [
  'how are you?',
  'today is a bad one.',
  'could you call me when you are out of class?',
  'I saw your colour. I am here if you want to talk, whatever the hour, and I mean that.',
  'ok',
  'thank you for the soup yesterday. It helped more than you know.',
  'coffee after the last one?',
  'mañana a las ocho, ¿te parece bien?',
  'I did not sleep much, the exam is on Friday and I cannot think of anything else, but it will pass. It always does, does it not?',
  'on my way',
  'schöne Grüße aus Köln, wir denken an dich!',
  'same here, two left',
  'that made me laugh 😄',
  'maybe we walk the dog at the weekend?',
  '今日はちょっと疲れた。',
  'I am so proud of you!!',
  'no worries. Take all the time that you need.',
  'the doctor says that it gets better from here, slowly, and that I should rest, drink tea and not look at my phone, so of course I write to you at once.',
];
const ENDS = ['', ' 🙏', ' Talk soon.', ' x'];

/** What people write: from two characters to a few lines, in the words and signs of several languages. */
export const SENTENCES: readonly string[] = BEGINNINGS.flatMap((beginning) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => beginning + middle + end)),
);
