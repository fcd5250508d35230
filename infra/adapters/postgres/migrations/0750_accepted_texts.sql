-- Which versions of the seller's texts were accepted at a sign-up, and when: {"at": …, "versions": {"terms": 12}}. Null: none was asked for.
alter table app.sign_up add column accepted_texts jsonb;
alter table app.account add column accepted_texts jsonb;
