create table hotels (
  id integer not null primary key,
  name varchar not null,
  location varchar not null,
  price_tier varchar not null,
  checkin_date date not null,
  checkout_date date not null,
  booked integer not null
);
