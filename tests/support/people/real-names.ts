/** Names as people have them, of many countries and scripts, one a line. */
const NAMES = `
Ada Lovelace
John Smith 3rd
Martin Luther King Jr.
St.John
Mary.Ann
Dr.Who
Dr. Grace Hopper
Prof.Dr. Müller
W.E.B. Du Bois
Ng.Văn Huy
O'Neil
Shaquille O’Neal
Mary–Kate Olsen
María José Núñez
Gal·la Placídia
Nguyễn Văn Tèo
İlkay Gündoğan
Kahnawà:ke Horn
S:t Erik
Keali‘i Reichel
!Nqate Xqamxebe
X Æ A-12
Κωνσταντίνος Καβάφης
А.С.Пушкин
Հովհաննես Թումանյան
შოთა რუსთაველი
דוד בן־גוריון
علی‌رضا
فیض احمد فیضؔ
ܐܦܪܝܡ
र्‍हास
র‍্যাচেল
ਗੁਰੂ ਨਾਨਕ
નરેન્દ્ર મોદી
ଜଗନ୍ନାଥ ଦାସ
எம்.ஜி.ஆர்
శ్రీ శ్రీ
ಕುವೆಂಪು
വൈക്കം മുഹമ്മദ് ബഷീർ
ශ්‍රී ලාල්
อองซาน
ສົມພອນ
အောင်ဆန်းစုကြည်
សុខ សុវណ្ណ
བསྟན་འཛིན་རྒྱ་མཚོ
ᠴᠢᠩᠭᠢᠰ
ደበበ እሸቱ
ⵜⵉⵀⵢⴰ
葛󠄀城 ミサト
髙橋 﨑子
ジョン・スミス
モーニング娘。
남궁 민
𠮷野家
👩🏽‍💻 Ada
Zoë ❤️
Grace 🏴󠁧󠁢󠁥󠁮󠁧󠁿
👨‍👩‍👧‍👦 Fam
D@n
50 Cent
ada: the first
$& {site} \\0
`;

export const REAL_NAMES = NAMES.split('\n').filter((name) => name !== '');
