package shop;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.mapper.annotations.Query;

/** Books, found by their numbers and by their authors. */
public class BookDao {
    private static final String BOOKS = "books";
    private static final String BY_ID = "SELECT id, title, language "
        + "FROM " + BOOKS + " WHERE id = ?";
    private static final String SAVE = """
        INSERT INTO books (id, title, authors, price, language)
        VALUES (:id, :title, :authors, :price, :language)
        """;

    private final PreparedStatement byId;
    private final PreparedStatement save;

    public BookDao(CqlSession session) {
        byId = session.prepare(BY_ID);
        save = session.prepare(SAVE);
        session.execute(String.format("UPDATE %s SET price = 0 WHERE id = 'free'", BOOKS));
    }

    interface Repository {
        @Query("SELECT title, year FROM books_by_author WHERE author = :author AND year > :year")
        Iterable<Book> newerThan(String author, int year);
    }
}
