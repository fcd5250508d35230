-- A link says which request it was made for, so that the job of that request, which died before it queued the mail, makes it again and does not take
-- it for the mail of another request. Links of earlier versions do not say.
alter table app.account_token add column request_id text;
