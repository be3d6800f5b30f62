/** Names as people have them, of many countries and scripts, one a line. */
const NAMES = `
Ada Lovelace
Grace Hopper
John Smith 3rd
John Smith, Jr.
Martin Luther King Jr.
Louis XIV
Henry VIII
Thurston Howell III
Agent 47
Pope John Paul II
St.John
St. John Rivers
Oliver St.John Gogarty
Mary.Ann
Mary.Beth Smith
Mary-Ann
Jean.Luc Picard
Dr.Who
Dr. Grace Hopper
Prof.Dr. Müller
Mr.Bean
Mrs.Dalloway
Ms.Marvel
J.R.R. Tolkien
J.K.Rowling
C.S.Lewis
E.E. Cummings
George R.R. Martin
A.A. Milne
W.E.B. Du Bois
H.P.Lovecraft
P. T. Barnum
Ma.Luisa Santos
Ma. Teresa Cruz
Ng.Văn Huy
K.Balachander
A.P.J. Abdul Kalam
M.S.Dhoni
S.P.Balasubrahmanyam
V.V.S.Laxman
B.R.Ambedkar
Sgt.Pepper
O'Neil
Shaquille O’Neal
Sinéad O'Connor
Séamus O'Brien-Ōta
D'Angelo Russell
Conan O‘Brien
Jeanne d'Arc
Niccolò dell'Abbate
Anne-Marie
Jean-Claude Van Damme
Catherine Zeta-Jones
Karl-Theodor zu Guttenberg
Abd al-Rahman
Mary–Kate Olsen
Ludwig van Beethoven
Vincent van Gogh
Simone de Beauvoir
Maria Sklodowska-Curie
Maria Skłodowska-Curie
Lech Wałęsa
Zbigniew Brzeziński
Grzegorz Brzęczyszczykiewicz
Antonín Dvořák
Božena Němcová
Ľudovít Štúr
Željko Obradović
Đorđe Balašević
István Szabó
László Moholy-Nagy
Béla Bartók
Szent-Györgyi Albert
Ștefan cel Mare
Nicolae Ceaușescu
Søren Kierkegaard
Åsa Lindström
Björk Guðmundsdóttir
Þórbergur Þórðarson
Jón Páll Sigmarsson
Aino Kaurismäki
Väinö Linna
Õnne Pärn
Kristjan Järvi
Vaira Vīķe-Freiberga
Dalia Grybauskaitė
Jürgen Groß
Ángela Ñíguez
José María Olazábal
María José Núñez
Lionel Andrés Messi
Gabriel García Márquez
João Guimarães
Conceição Evaristo
Açucena Simões
Montserrat Caballé
Gal·la Placídia
Pol·lux
Aitor Etxebarria
Siobhán Ní Dhuibhne
Caoimhín Ó Raghallaigh
Llŷr ap Gwilym
Eilidh MacDonald
François Truffaut
Noël Coward
Zoë Kravitz
Chloé Zhao
Renée Zellweger
Beyoncé
Loïc Nottet
Anaïs Nin
Đặng Thị Ngọc Thịnh
Nguyễn Văn Tèo
Phạm Nhật Vượng
Trần Hưng Đạo
Recep Tayyip Erdoğan
İlkay Gündoğan
Işıl Yücesoy
Əliyev Heydər
Gurbanguly Berdimuhamedow
Kahnawà:ke Horn
Karonhià:wine
Tsi:non
S:t Erik
Keali‘i Reichel
Kekūhaupiʻo
Kauaʻi Kealoha
!Nqate Xqamxebe
ǂKhomani San
Ngũgĩ wa Thiong'o
Wọlé Ṣóyínká
Chimamanda Ngọzi Adichie
Kwame Nkrumah
Mahatma Gandhi
X Æ A-12
Κωνσταντίνος Καβάφης
Μαρία-Ελένη
Ελευθέριος Βενιζέλος
Лев Толстой
Анна Ахматова
А.С.Пушкин
Ф.М. Достоевский
Н.В.Гоголь
Михаил Салтыков-Щедрин
Леся Українка
Григорій Сковорода
Алесь Бяляцкі
Ђорђе Марјановић
Ґалаґан
Наран Өлзий
Нұрсұлтан Әбішұлы
Հովհաննես Թումանյան
შოთა რუსთაველი
დავით აღმაშენებელი
דוד בן־גוריון
רחל
יוסף ג׳ובראן
צה״לי כהן
محمد علي
فاطمة الزهراء
عبد الله بن عمر
نجيب محفوظ
علی‌رضا
محمدرضا شجریان
میرزا‌آقا
فیض احمد فیضؔ
ܐܦܪܝܡ
श्रीनिवास रामानुजन
महात्मा गांधी
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
ఎన్.టి.రామారావు
ಕುವೆಂಪು
വൈക്കം മുഹമ്മദ് ബഷീർ
നസ്രിയ നസീം
ශ්‍රී ලාල්
ක්‍රිෂාන්
อองซาน
ประยุทธ์ จันทร์โอชา
ณเดชน์ คูกิมิยะ
ສົມພອນ
အောင်ဆန်းစုကြည်
សុខ សុវណ្ណ
བསྟན་འཛིན་རྒྱ་མཚོ
ᠴᠢᠩᠭᠢᠰ
ደበበ እሸቱ
ሀይሌ ገብረሥላሴ
ⵜⵉⵀⵢⴰ
林 さくら
村上春樹
葛󠄀城 ミサト
髙橋 﨑子
ジョン・スミス
モーニング娘。
佐々木 一郎
々田 〇子
毛泽东
李小龍
欧阳·修
司马 迁
陈港生
김연아
남궁 민
방탄소년단 RM
세종대왕
𠮷野家
👩🏽‍💻 Ada
Zoë ❤️
Grace 🏴󠁧󠁢󠁥󠁮󠁧󠁿
👨‍👩‍👧‍👦 Fam
Ke$ha
P!nk
D@n
deadmau5
50 Cent
Sunn O)))
ada: the first
$& {site} \\0
`;

export const REAL_NAMES = NAMES.split('\n').filter((name) => name !== '');
