/** First names that many people bear, roughly the most frequent first, in several scripts. */
export const FIRST_NAMES = words(`
  Maria Mohammed Wei Ana Muhammad John David Jose Ahmed Li Anna Ali James Fatima Michael Elena Juan Robert Ying Mary
  Daniel Olga Carlos Yan William Sara Ibrahim Aisha Min Paul Peter José Linda Thomas Amina Jennifer Antonio Laura Jing
  Richard Patricia Luis Elizabeth Natalia Omar Svetlana Sunita Hassan Anita Mark Tatiana Francisco Susan Jean George
  Abdul Rosa Martin Andrea Sofia Manuel Joseph Karen Marta Yusuf Irina Christopher Mei Santosh Anthony Nadia Sandra
  Mónica Rahul Steven Barbara Julia Sergei Miguel Nancy Kevin Ivan Zainab Priya Michelle André Lisa Pedro Brian Chen
  Amit Emma Jorge Helen Zoë Monika Eva Edward Ricardo Khadija Betty Hans Marie Ahmad Dorothy Łukasz Katarzyna Samuel
  Sushila Joshua Sanjay Ruth Deborah Stephanie Sharon Mehmet Fernando Ayşe Chinedu Ngozi Emeka Oluwaseun Björn Søren
  Мария Александр Елена 伟 芳 محمد فاطمة राम सीता Δημήτρης Ελένη Ada Grace Alan Noor Tomás Mathéo Chloé Renée Jürgen
  Günther Åsa Ottó Zsófia Nguyệt Đức Thảo Hiroshi Yuki さくら 지우 민준 Kwame Akosua Sipho Thandiwe Aroha Tāne Leilani`);

/** The same for last names. */
export const LAST_NAMES = words(`
  Wang Li Zhang Nguyen Garcia Kumar Smith Liu Chen Singh Gonzalez Hernandez Khan Ali Rodriguez Martinez Lopez Yang Tran
  Johnson Perez Sanchez Huang Kim Ahmed Zhao Silva Sharma Wu Zhou Williams Ivanov Devi Brown Ramirez Jones Patel Xu Sun
  Santos Das Flores Nguyễn Gupta Davis Miller Lee Müller Hassan Zhu Torres Wilson Mohamed Ibrahim Gomez Ma Diaz Oliveira
  Souza Pham Lin Cruz Rivera Anderson Taylor Guo Moore Jackson Gómez Reyes Morales Thomas Martin Ortiz Begum García Hu
  Rossi Gutierrez Yadav López Vargas White Thompson Castillo Harris Rojas Mendoza Clark Lewis Castro Moreno Robinson
  Alvarez Ruiz Walker Petrov Park Le Hall Young Allen Wright King Scott Schmidt Kowalski Nowak Fernández Jiménez Yılmaz
  Kaya Öztürk Okafor Adeyemi Mensah Dlamini Hansen Jensen Johansson Lindqvist Korhonen Novák Horváth Nagy Popescu
  Dimitrov Иванов Смирнов Кузнецова 王 李 张 佐藤 鈴木 김 이 박 الحسن العلي शर्मा सिंह Παπαδόπουλος Haddad Cohen Levi Tanaka
  Suzuki Watanabe Phạm Trần Đặng Saito Murphy O'Brien O'Connor MacDonald McCarthy Dubois Lefèvre Moreau Bernard Weiß
  Schröder Fischer Weber Hoffmann Koch Bauer Bianchi Ferrari Esposito Costa Pereira Gonçalves Araújo Whitlock Herrera`);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
