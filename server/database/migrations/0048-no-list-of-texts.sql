-- Nobody lists an author's texts any more.
drop index texts_given_up, texts_undelivered;
