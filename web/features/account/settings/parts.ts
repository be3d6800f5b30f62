export { DevicesAndData } from './devices-and-data.tsx';
export { WhatFriendsSee } from './what-friends-see.tsx';
export { WhatReachesMe } from './what-reaches-me.tsx';
export { WhoFindsMe } from './who-finds-me.tsx';
export { You } from './you.tsx';
