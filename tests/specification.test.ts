import { expect, test } from 'vitest';
import { MOOD_CATALOGUE } from '#contract/moods.ts';
import { en } from '#languages';

const name = 'Ada Lovelace';
const appUrl = 'https://moodring.example';
const named = { who: 'named', name, appUrl, link: appUrl } as const;

/** What the specification says people read (spec §2, §5, §8, §9), with this product's name. */
test.each([
  [en.chats, 'Chats'],
  [en.circle, 'Circle'],
  [en.addScreen, 'Add'],
  [en.status, 'Status'],
  [en.myCircle, 'My Circle'],
  [en.hello({ name }), 'Hello, Ada Lovelace'],
  [en.checkIn, 'Check In?'],
  [en.myChats, 'My Chats'],
  [en.newConnectionSearch, 'New Connection Search'],
  [en.searchByName, 'Search by first or last name.'],
  [en.search, 'Search'],
  [en.connected, 'Connected'],
  [en.connect, 'Connect'],
  [en.loginButton, 'Login'],
  [en.signUp, 'Sign Up'],
  [en.chatWith({ name: 'Ada', bdi: String }).join(''), 'Chat with Ada'],
  [en.typeYourMessage, 'Type your message...'],
  [en.send, 'Send'],
  [en.logInToUseTheChat, 'Please log in to use the chat system.'],
  [en.logIn, 'Log in'],
  [en.sendMessage, 'Send Message'],
  [en.hiWelcome({ name, product: 'Moodring' }), 'Hi Ada Lovelace, Welcome to Moodring'],
  [en.yourCurrentMood({ mood: MOOD_CATALOGUE.Dark.name, nowrap: String }).join(''), 'Your current mood : Dark'],
  [en.unexpectedApplicationError, 'Unexpected Application Error!'],
  [MOOD_CATALOGUE.Green.message, 'Feeling Good'],
  [MOOD_CATALOGUE.Purple.message, 'I could really use support'],
  [MOOD_CATALOGUE.Yellow.message, "I'm okay, just stressed"],
  [MOOD_CATALOGUE.Dark.message, "I'm in bad shape"],
  [en.greeting, 'Hey 👋 how are you doing today?'],
  [en.pleaseSelectAMood, 'Please select a mood that you are surfacing.'],
  [en.userIsNotSignedIn, 'User is not signed in.'],
  [en.noMoodDataFound({ uid: '7' }), 'No mood data found for user with UID: 7'],
  [en.loadingChunkFailed, 'Loading chunk failed'],
  [
    en.newConnectionSentYouAMessage({ ...named, recipient: 'Grace' }),
    `Grace, your new connection ${name} just sent you a message on Moodring ${appUrl}`,
  ],
  [en.sentYouAMessage(named), `Your friend ${name} sent you a message on Moodring (${appUrl})`],
  [
    en.canReallyUseSupport({ ...named, mood: 'other' }),
    `Your friend ${name} can really use some support right now, because their mood color has changed to purple. Send them a support message ${appUrl}`,
  ],
])('%s', (words, specified) => {
  expect(words).toBe(specified);
});
