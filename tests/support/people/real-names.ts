/** Names as people have them, of many countries and scripts, one a line. */
const NAMES = `
Ada Lovelace
John Smith 3rd
Martin Luther King Jr.
Henry VIII
Agent 47
St.John
Mary.Ann
Mary-Ann
Jean.Luc Picard
Dr.Who
Dr. Grace Hopper
Prof.Dr. Müller
J.K.Rowling
W.E.B. Du Bois
P. T. Barnum
Ma.Luisa Santos
Ng.Văn Huy
A.P.J. Abdul Kalam
Sgt.Pepper
O'Neil
Shaquille O’Neal
Séamus O'Brien-Ōta
Conan O‘Brien
Abd al-Rahman
Mary–Kate Olsen
Željko Obradović
Søren Kierkegaard
Þórbergur Þórðarson
Vaira Vīķe-Freiberga
Jürgen Groß
María José Núñez
Gal·la Placídia
Pol·lux
Llŷr ap Gwilym
Nguyễn Văn Tèo
İlkay Gündoğan
Işıl Yücesoy
Əliyev Heydər
Kahnawà:ke Horn
Tsi:non
S:t Erik
Keali‘i Reichel
Kekūhaupiʻo
!Nqate Xqamxebe
ǂKhomani San
Ngũgĩ wa Thiong'o
Wọlé Ṣóyínká
X Æ A-12
Κωνσταντίνος Καβάφης
А.С.Пушкин
Михаил Салтыков-Щедрин
Ґалаґан
Нұрсұлтан Әбішұлы
Հովհաննես Թումանյան
შოთა რუსთაველი
דוד בן־גוריון
יוסף ג׳ובראן
צה״לי כהן
محمد علي
علی‌رضا
میرزا‌آقا
فیض احمد فیضؔ
ܐܦܪܝܡ
श्रीनिवास रामानुजन
र्‍हास
राजर्षी क्‍षीरसागर
রবীন্দ্রনাথ ঠাকুর
র‍্যাচেল
ਗੁਰੂ ਨਾਨਕ
નરેન્દ્ર મોદી
ଜଗନ୍ନାଥ ଦାସ
சுப்பிரமணிய பாரதி
எம்.ஜி.ஆர்
శ్రీ శ్రీ
ಕುವೆಂಪು
വൈക്കം മുഹമ്മദ് ബഷീർ
ශ්‍රී ලාල්
ක්‍රිෂාන්
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
々田 〇子
欧阳·修
남궁 민
𠮷野家
👩🏽‍💻 Ada
Zoë ❤️
Grace 🏴󠁧󠁢󠁥󠁮󠁧󠁿
👨‍👩‍👧‍👦 Fam
Ke$ha
P!nk
D@n
50 Cent
Sunn O)))
ada: the first
$& {site} \\0
`;

export const REAL_NAMES = NAMES.split('\n').filter((name) => name !== '');
