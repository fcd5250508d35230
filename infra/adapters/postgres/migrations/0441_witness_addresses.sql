-- Whom the notary last asked, so that a head that somebody signs in between (`ledger checkpoint`) goes to the same witnesses.
alter table notary.witness add column key text, add column url text;
